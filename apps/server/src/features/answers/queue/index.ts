// Limits parallel answers and orders the waiting questions.
export {
  openQueue,
  type Place,
  type Queue,
  type QueueLimits,
  type QueuePosition,
  type Wish,
} from './queue.ts'
