// Runs the checks of answers in a thread of its own, which is ended when one takes too long.
import { parentPort } from 'node:worker_threads'
import { outcomeOf, type Checkable, type PlainCheck } from './check.ts'

parentPort?.on('message', ({ check, answer }: { check: PlainCheck; answer: Checkable }) =>
  parentPort?.postMessage(outcomeOf(check, answer)),
)
parentPort?.postMessage(true)
