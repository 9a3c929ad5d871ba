import OpenAI from 'openai'
import { apiKey, baseURL, CALLING, PLAIN, say, SILENT } from './setting.mjs'

const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
const messages = [{ role: 'user', content: 'Hello' }]
const tools = [
  { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } },
]

await say({
  whole: async () =>
    (await client.chat.completions.create({ model: PLAIN, messages })).choices[0].message.content,
  streamed: async () => client.chat.completions.stream({ model: PLAIN, messages }).finalContent(),
  response: async () => (await client.responses.create({ model: PLAIN, input: 'Hello' })).output_text,
  tool: async () => {
    const { choices } = await client.chat.completions.create({ model: CALLING, messages, tools })
    return choices[0].message.tool_calls[0].function.name
  },
  refused: () => client.chat.completions.create({ model: SILENT, messages }),
  vectors: async () => (await client.embeddings.create({ model: 'embed', input: ['a', 'b'] })).data.length,
  models: async () => {
    const { data } = await client.models.list()
    return data.some(({ id }) => id.startsWith(PLAIN))
  },
})
