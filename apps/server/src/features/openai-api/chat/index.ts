// Chat completions: reads the request, and writes the reply or its chunks.
export { chatReply } from './reply.ts'
export { readCompletion } from './request.ts'
export { chatStream } from './stream.ts'
