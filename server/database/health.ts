/** Whether the database answers at the moment. Without it nothing on a screen may look live. */
export interface DatabaseHealth {
  isReachable(): boolean;
  /** Called when it begins or ceases to answer. @returns unsubscribe. The listener must not throw. */
  onChange(listener: (reachable: boolean) => void): () => void;
}

/** Of a database within this process. */
export const ALWAYS_REACHABLE: DatabaseHealth = {
  isReachable: () => true,
  onChange: () => () => undefined,
};
