/**
 * The version of the wire. `tests/contract/wire.test.ts` hashes every call and message, so that a
 * change of the wire cannot pass without a new line here.
 *
 * 1  2026-11-20  the calls of specification section 7, the extra calls of the design, the live messages
 * 2  2026-11-21  the list of recent proofs; a proof's peer is answered by its domain
 * 3  2026-11-21  uploads that may be resumed; a receipt for every upload that was given a key
 * 4  2026-11-21  displays that are paired, ordered and revoked;
 *    devices that are told of trouble by push
 */
export const CONTRACT_VERSION = 4;
