// A page that closes ends its timers. The pages of tests share Node's timers: one that ran between two files found no
// document, and failed the run.
import { afterAll } from 'vitest'
import { knowTimers } from './timers.ts'

afterAll(knowTimers())
