/** A short program that asks a model of this installation. */
export interface Example {
  readonly name: string
  /** Language name for the Markdown code fence. */
  readonly language: string
  readonly code: string
}

/** Returns example programs for this origin and an existing model. Keep the same as docs/api.md. */
export function examplesFor(origin: string, model: string): readonly Example[] {
  return [
    {
      name: 'curl',
      language: 'sh',
      code: `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $POLYLOGUE_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"model": ${inShell(model)}, "messages": [{"role": "user", "content": "Hello"}]}'`,
    },
    {
      name: 'Node',
      language: 'js',
      code: `import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.POLYLOGUE_TOKEN })
const messages = [{ role: 'user', content: 'Hello' }]
const stream = await client.chat.completions.create({ model: ${JSON.stringify(model)}, messages, stream: true })
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '')`,
    },
    {
      name: 'Python',
      language: 'python',
      code: `import openai, os
client = openai.OpenAI(base_url="${origin}/v1", api_key=os.environ["POLYLOGUE_TOKEN"])
messages = [{"role": "user", "content": "Hello"}]
reply = client.chat.completions.create(model=${JSON.stringify(model)}, messages=messages)
print(reply.choices[0].message.content)`,
    },
  ]
}

/** Returns a name as JSON inside single quotes of a shell. */
function inShell(model: string): string {
  return JSON.stringify(model).replaceAll("'", "'\\''")
}
