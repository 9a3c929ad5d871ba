import { z } from 'zod'
import { RETRIEVED_CHUNKS } from './datasource-limits.ts'

const { min, max } = RETRIEVED_CHUNKS
const message = `must be a number of passages from ${min} to ${max}`

/** The number of passages that a question gets from its data source. */
export const AmountOfChunks = z.number({ error: message }).int(message).min(min, message).max(max, message)
