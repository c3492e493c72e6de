/** Tables for several instances of one database. */
export interface InstancesTables {
  /** A hashed file of a build of the console: an instance of another build can serve it. */
  consoleFiles: {
    /** As it is requested: `assets/...`. */
    path: string;
    /** Its bytes, compressed, base64. */
    brotli: string;
    /** When an instance last had it, to a day. */
    seenAt: number;
  };
  /** The latest attempts that a limit counts for one key. */
  attempts: {
    /** Of the limit. */
    name: string;
    key: string;
    timesJson: string;
    touchedAt: number;
  };
  /** What an instance has or does at the moment: see `claims.ts`. */
  claims: {
    id: string;
    kind: string;
    key: string;
    /** By the database's clock. */
    expiresAt: number;
  };
  /** Of a peer's call, which must not be accepted twice. */
  usedNonces: {
    issuer: string;
    nonce: string;
    expiresAt: number;
  };
  publishedProofs: {
    challenge: string;
    token: string;
    expiresAt: number;
  };
  /** What one instance at a time may do. */
  leases: {
    name: string;
    /** Id of the instance. */
    holder: string;
    /** Grows with each holder. */
    token: number;
    /** By the database's clock. */
    expiresAt: number;
  };
  /** A running process. */
  instances: {
    id: string;
    name: string;
    build: string;
    startedAt: number;
    /** By the database's clock. */
    seenAt: number;
  };
}
