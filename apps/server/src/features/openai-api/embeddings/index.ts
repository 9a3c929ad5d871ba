// Embeddings: reads the request, asks the engine, and writes the reply.
export { embedTexts, type EmbeddingsDeps } from './call-engine.ts'
export { embeddingsReply, readEmbeddings, type EmbeddingsRequest } from './format.ts'
