// Writes what the replies of several calls have in common.
export { wireUsage, finishReason, type FinishReason, type Identity } from './wire.ts'
export { writeEach } from './write-each.ts'
export { counted, reserveForAnswer, wholeReply } from './whole-reply.ts'
