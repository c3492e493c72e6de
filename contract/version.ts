/**
 * The version of the wire. `tests/contract/wire.test.ts` hashes every call and message, so that a
 * change of the wire cannot pass without a new line here.
 *
 * 1  2026-11-20  the calls of specification section 7, the extra calls of the design, the live messages
 * 2  2026-11-21  the list of recent proofs; a proof's peer is answered by its domain
 * 3  2026-11-21  uploads that may be resumed; a receipt for every upload that was given a key
 * 4  2026-11-21  displays that are paired, ordered and revoked;
 *    alerts by push
 * 5  2026-11-22  the history of all platforms in slots; since when a platform has its state, and why it failed
 * 6  2026-11-22  the size of the mesh; the platform of an activity row and more filters of the log; notifications;
 *    heartbeats by platform; the times of a proof's factors;
 *    a deployment may name its platforms
 * 7  2026-11-22  the free space of the server's disk;
 *    a new key of a platform, and its acknowledgement;
 *    a sign-in may answer null for its user
 * 8  2026-11-22  the state of deployments; cancelling one; the bundles with the same file;
 *    why a bundle failed its checks, in the list
 * 9  2026-11-22  the server's disk is read again after a deletion, and not at an interval
 * 10  2026-11-23  incidents, acknowledgement, drills, maintenance windows, handover notes; alert channels, rules and
 *    deliveries; one platform's details and history; planned downtime in the history of the mesh, and this node's own;
 *    the activity oldest first
 * 11  2026-11-23  roles; invitations; own account, sessions, second factor, API tokens; people, access settings, audit log;
 *    a change of a read that a session may not see is sent without key and data
 * 12  2026-11-23  a row that is gone is a live message of its own, not the whole list;
 *    a mail host is a name or an address
 * 13  2026-11-26  platforms are listed, added, changed, paused, put in order, removed and tested; some report themselves;
 *    kind and pause of a connection; how many targets of a deployment were chosen, and until when silent ones are tried;
 *    which platforms are simulated; after what a platform is slow; an incident is handed over and commented on, with
 *    updates and an after-report, and who may be on one; the runbook of a platform; how many devices web push reaches;
 *    the platforms as a configuration's file; many of them at once;
 *    thresholds, group and tags of a platform, rules for groups and tags, how late its week was;
 *    a new secret of a webhook, and the end of the old one;
 *    the certificates of platforms, and rules about them;
 *    incidents that people open, and rules about them; who wrote what stands in a timeline;
 *    problem details; how much room there was;
 *    the public status page;
 *    who sees whom, of what an incident is by that, and its testimony;
 *    steps of a rule, the rota of who is on duty, and that an incident was seen;
 *    texts of a channel as templates, and their preview;
 *    name servers and headers of a probe are refused that it could not use;
 *    by what the operator of a tested mesh node adds this one;
 *    incidents and activity by group and tag;
 *    when a maintenance window was planned and changed;
 *    a report of any client; values of DNS as long as they may be; statuses above 599;
 *    the name of the live stream, in hello, answers and replay;
 *    what the time of a tested probe went into;
 *    mail addresses with a domain of any script; texts without control characters;
 *    a sign-out that names its account; records of CAA, PTR and SRV;
 *    an incident is handed over by an offer, which has to be accepted; notifications for one person;
 *    more words of a report; how large a bundle may be;
 *    the time zone of the public status page, and whether it is divided by group;
 *    whether anybody else has an account; when the devices of a channel were last seen;
 *    platforms that are pinged; what a port is sent and has to say, and its TLS;
 *    when this node called what watches it from outside;
 *    displays are watched: what they say of themselves, their hours, and rules about them;
 *    runs of jobs: beginning, end, exit status, log; when a job is due, by cron too;
 *    rules are proven by drills that come back;
 *    which platforms depend on others, because of what one is in trouble, and for how long it was;
 *    what peers do for each other as witnesses, and verdicts of platforms of other kinds;
 *    metrics of hosts, their history and limits, and rules about those
 */
export const CONTRACT_VERSION = 13;
