/** What the mesh writes to the log; Fastify's logger is one. */
export interface MeshLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
