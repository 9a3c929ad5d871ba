export { eventsOf } from './layout.ts'
export { LiveAnswer } from './live-answer.ts'
export { Recorder } from './recorder.ts'
export { enterServers, type Servers } from './servers.ts'
export {
  appendEvents,
  endMessages,
  findFollowed,
  insertMessages,
  keptTextOf,
  lastShown,
  loggedEvents,
  type EndedAnswer,
  type Followed,
  type NewAttachment,
  type NewMessage,
  type Placed,
  type Runner,
} from './store.ts'
