// Limits parallel answers and orders the waiting questions.
export { openQueue, type Place, type Queue, type QueueLimits, type Told, type Wish } from './queue.ts'
