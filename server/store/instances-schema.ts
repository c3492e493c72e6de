/** Tables for several instances of one database. */
export interface InstancesTables {
  console_files: ConsoleFileTable;
}

/** A hashed file of a build of the console: an instance of another build can serve it. */
interface ConsoleFileTable {
  /** As it is requested: `assets/...`. */
  path: string;
  /** Its bytes, compressed, base64. */
  brotli: string;
  /** When an instance that has it last started. */
  seen_at: number;
}
