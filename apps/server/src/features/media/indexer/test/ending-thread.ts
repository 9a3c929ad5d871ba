// Ends when it is to cut a document, never finishes a preview, and counts its other tasks.
import { parentPort } from 'node:worker_threads'

let tasks = 0
parentPort?.on('message', ({ kind }: { kind: string }) => {
  if (kind === 'cut') process.exit(1)
  if (kind === 'preview') for (;;);
  parentPort?.postMessage({ failure: `task ${++tasks} of this thread` })
})
