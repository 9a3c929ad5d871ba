// Anthropic's dialect is not spoken at /v1: its client must get a sentence that says so.
import Anthropic from '@anthropic-ai/sdk'
import { apiKey, baseURL, PLAIN, say } from './setting.mjs'

const client = new Anthropic({
  baseURL: baseURL.replace(/\/v1$/, ''),
  authToken: apiKey,
  apiKey: null,
  maxRetries: 0,
})

await say({
  whole: () =>
    client.messages.create({ model: PLAIN, max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }),
})
