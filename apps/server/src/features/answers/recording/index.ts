// Writing answers down while they are made, and ending those of processes that are gone.
export { eventsOf } from './layout.ts'
export { LiveAnswer } from './live-answer.ts'
export { Recorder } from './recorder.ts'
export { enterServers, type Servers } from './servers.ts'
export { appendEvents, endMessages, loggedEvents, type EndedAnswer } from './store.ts'
