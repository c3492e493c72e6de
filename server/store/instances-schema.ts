/** Tables for several instances of one database. */
export interface InstancesTables {
  console_files: ConsoleFileTable;
  attempts: AttemptsTable;
  claims: ClaimTable;
  used_nonces: UsedNonceTable;
  published_proofs: PublishedProofTable;
  leases: LeaseTable;
  instances: InstanceTable;
  moves: MoveTable;
}

/** A hashed file of a build of the console: an instance of another build can serve it. */
interface ConsoleFileTable {
  /** As it is requested: `assets/...`. */
  path: string;
  /** Its bytes, compressed, base64. */
  brotli: string;
  /** When an instance last had it, to a day. */
  seen_at: number;
}

/** The latest attempts that a limit counts for one key. */
interface AttemptsTable {
  /** Of the limit. */
  name: string;
  key: string;
  times_json: string;
  touched_at: number;
}

/** What an instance has or does at the moment: see `postgres/claims.ts`. */
interface ClaimTable {
  id: string;
  kind: string;
  key: string;
  /** By the database's clock. */
  expires_at: number;
}

/** Of a peer's call, which must not be accepted twice. */
interface UsedNonceTable {
  issuer: string;
  nonce: string;
  expires_at: number;
}

interface PublishedProofTable {
  challenge: string;
  token: string;
  expires_at: number;
}

/** What one instance at a time may do. */
interface LeaseTable {
  name: string;
  /** Id of the instance. */
  holder: string;
  /** Grows with each holder. */
  token: number;
  /** By the database's clock. */
  expires_at: number;
}

/** A running process. */
interface InstanceTable {
  id: string;
  name: string;
  build: string;
  started_at: number;
  /** By the database's clock. */
  seen_at: number;
}

/** That the rows of this database were moved here from another one. */
export interface MoveTable {
  /** Of the node, the same in every copy of its rows. */
  origin: string;
  /** Of everything that was moved: whether it is still as it was. */
  digest: string;
  moved_at: number;
}
