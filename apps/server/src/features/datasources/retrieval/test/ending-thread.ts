// Ends when it is to cut a document, and counts its other tasks.
import { parentPort } from 'node:worker_threads'

let tasks = 0
parentPort?.on('message', ({ kind }: { kind: string }) => {
  if (kind === 'cut') process.exit(1)
  parentPort?.postMessage({ failure: `task ${++tasks} of this thread` })
})
