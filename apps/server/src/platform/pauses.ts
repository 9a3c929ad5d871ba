/** The pauses of background work, in milliseconds, also those in which work is collected that shares a statement or a message. */
export const PAUSES = {
  /** Before work that failed is tried again. */
  retry: 5_000,
  /** Without further changes of something, before work begins that each of them would begin again. */
  quiet: 2_000,
  /** Between two live updates about progress: each makes pages refetch. */
  progress: 1_000,
  /** In which changes are collected that people look at: of one thing, of who reads along, and of lists that all people have. */
  live: 50,
  readers: 100,
  lists: 300,
  /** In which changes are collected that are stored with one statement: what follows an answer, and uses of tokens. */
  stored: 250,
  uses: 500,
  /** Between two statements that store how far the work on a model is. */
  storedProgress: 500,
  /** Between two batches whose callers wait (batched.ts): the database has time for others, and more calls share the next one. */
  batches: 10,
  /** The same for reads that take the database little. */
  smallReads: 2,
  /** In which heartbeats of readers are collected: five hundred send fifty a second. */
  heartbeats: 2_000,
} as const
