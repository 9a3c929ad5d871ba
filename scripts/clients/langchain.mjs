import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { tool } from '@langchain/core/tools'
import { apiKey, baseURL, CALLING, PLAIN, say, SILENT } from './setting.mjs'

const chat = (model) => new ChatOpenAI({ model, apiKey, maxRetries: 0, configuration: { baseURL } })
const weather = tool(() => 'Rain', {
  name: 'weather',
  description: 'Of a place',
  schema: { type: 'object', properties: { city: { type: 'string' } } },
})

await say({
  whole: async () => (await chat(PLAIN).invoke('Hello')).content,
  streamed: async () => {
    let text = ''
    for await (const { content } of await chat(PLAIN).stream('Hello'))
      text += typeof content === 'string' ? content : JSON.stringify(content)
    return text
  },
  tool: async () => (await chat(CALLING).bindTools([weather]).invoke('Hello')).tool_calls[0].name,
  refused: () => chat(SILENT).invoke('Hello'),
  vectors: async () => {
    const embeddings = new OpenAIEmbeddings({ model: 'embed', apiKey, configuration: { baseURL } })
    return (await embeddings.embedDocuments(['a', 'b'])).length
  },
})
