// Limits parallel answers and orders the waiting questions.
export {
  openQueue,
  type QueueEntry,
  type Queue,
  type QueueLimits,
  type QueueLine,
  type QueuePosition,
  type TurnRequest,
} from './queue.ts'
