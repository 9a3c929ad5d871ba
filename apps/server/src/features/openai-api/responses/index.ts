// Responses: reads the request, and writes the response or its events.
export { responseReply } from './reply.ts'
export { readResponse } from './request.ts'
export { responseStream } from './stream.ts'
