import { OpenAI, OpenAIEmbedding } from '@llamaindex/openai'
import { apiKey, baseURL, CALLING, PLAIN, say, SILENT } from './setting.mjs'

const llm = (model) => new OpenAI({ model, apiKey, baseURL, maxRetries: 0 })
const messages = [{ role: 'user', content: 'Hello' }]
const weather = {
  metadata: { name: 'weather', description: 'Of a place', parameters: { type: 'object', properties: {} } },
  call: () => 'Rain',
}

await say({
  whole: async () => (await llm(PLAIN).chat({ messages })).message.content,
  streamed: async () => {
    let text = ''
    for await (const { delta } of await llm(PLAIN).chat({ messages, stream: true })) text += delta
    return text
  },
  tool: async () =>
    (await llm(CALLING).chat({ messages, tools: [weather] })).message.options.toolCall[0].name,
  refused: () => llm(SILENT).chat({ messages }),
  vectors: async () => {
    const embedding = new OpenAIEmbedding({ model: 'embed', apiKey, baseURL })
    return (await embedding.getTextEmbeddings(['a', 'b'])).length
  },
})
