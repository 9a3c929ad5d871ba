// Storing answers while they are made, and ending those of dead processes.
export { openAfterEnds, type AfterEnds } from './after-ends.ts'
export { speedOf } from './ended-answer.ts'
export { eventsOf } from './layout.ts'
export { LiveAnswer } from './live-answer.ts'
export { Recorder } from './recorder.ts'
export { storeUnstored, unstoredFile, type UnstoredFile } from './unstored.ts'
export { enterServers, type Servers } from './servers.ts'
export { appendEvents, endMessages, loggedEvents, type EndedAnswer } from './store.ts'
