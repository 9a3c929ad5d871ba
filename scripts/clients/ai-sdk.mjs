import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany, generateText, jsonSchema, streamText, tool } from 'ai'
import { apiKey, baseURL, CALLING, PLAIN, say, SILENT } from './setting.mjs'

const provider = createOpenAICompatible({ name: 'polylogue', baseURL, apiKey })
const asked = (model) => ({ model: provider(model), prompt: 'Hello', maxRetries: 0 })
const weather = tool({
  description: 'Of a place',
  inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }),
})

await say({
  whole: async () => (await generateText(asked(PLAIN))).text,
  streamed: async () => streamText(asked(PLAIN)).text,
  tool: async () => (await generateText({ ...asked(CALLING), tools: { weather } })).toolCalls[0].toolName,
  refused: () => generateText(asked(SILENT)),
  vectors: async () => {
    const model = provider.embeddingModel?.('embed') ?? provider.textEmbeddingModel('embed')
    return (await embedMany({ model, values: ['a', 'b'] })).embeddings.length
  },
})
