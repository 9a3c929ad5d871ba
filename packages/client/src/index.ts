export {
  addressOf,
  createClient,
  type CallOptions,
  type Client,
  type ClientOptions,
  type RequestParts,
} from './client.ts'
export { readStream } from './events.ts'
export { ask, follow, type Followed, type FollowOptions } from './follow.ts'
export { ApiProblem, type ApiProblemCode } from './problem.ts'
