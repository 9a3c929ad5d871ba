// How many answers are made at once, and whose turn is next.
export { openQueue, type Place, type Queue, type QueueLimits, type Told, type Wish } from './queue.ts'
