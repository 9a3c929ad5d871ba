// Sessions: begins, refreshes, lists and ends them, and ends the streams that they opened.
export type { SessionLimits } from './rules.ts'
export { openSessions, viewerFrom, type Sessions, type SignedInPair } from './sessions.ts'
export { signIns, type SignIns } from './sign-ins.ts'
export { alive, sweep } from './store.ts'
export { openWatch } from './watch.ts'
