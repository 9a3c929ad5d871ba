// A user who works during an attack, as a separate process: two cheap calls ten times a second; a short question to Guide
// and a sign-in once a second.
//   node other-person.ts URL TOKEN USER_ID TAB_ID EMAIL PASSWORD
// Begins with the first 'mark'. On each 'mark' it sends the results since the last one.
import { setTimeout as sleep } from 'node:timers/promises'

const [url = '', token = '', userId = '', tabId = '', userName = '', userPassword = ''] =
  process.argv.slice(2)
const EVERY_MS = 100
const TICKS = 10
const headers = {
  authorization: `Bearer ${token}`,
  'x-requested-with': 'XMLHttpRequest',
  'content-type': 'application/json',
}
type Kind = 'calls' | 'questions' | 'signIns'
const nothing = (): Record<Kind, number[]> => ({ calls: [], questions: [], signIns: [] })
let took = nothing()
let refused: string[] = []

// The attack's process has ended, however.
process.once('disconnect', () => process.exit())

const begun = new Promise((resolve) => process.once('message', resolve))
process.on('message', () => {
  process.send?.({ took, refused })
  took = nothing()
  refused = []
})

await begun
// Questions go to a separate tab, so that the data read ten times a second does not grow.
const project = await make('projects', { name: 'Questions' })
const tab = await make(`projects/${project.messageContent.data.project?.id}/tabs`, {})
const projectTabId = tab.messageContent.data.projecttab?.id
for (let tick = 0; ; tick++) {
  await sleep(EVERY_MS)
  void ask('calls', `users/${userId}`)
  void ask('calls', `queries/${tabId}/queries`)
  if (tick % TICKS === 0)
    void ask('questions', 'models/1/prompt', {
      prompt: 'How do I share a project?',
      projectTabId,
      modelTagId: 1,
    })
  if (tick % TICKS === TICKS / 2) void ask('signIns', 'auth/authenticate', { userName, userPassword })
}

interface Made {
  messageContent: { data: { project?: { id: number }; projecttab?: { id: number } } }
}

async function make(path: string, body: object): Promise<Made> {
  const reply = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await reply.json()) as Made
}

async function ask(kind: Kind, path: string, body?: object): Promise<void> {
  const began = performance.now()
  try {
    const reply = await fetch(`${url}/api/v1/${path}`, {
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    await reply.arrayBuffer()
    if (!reply.ok) refused.push(`${kind} ${reply.status}`)
  } catch (error) {
    refused.push(`${kind} ${error instanceof Error ? error.message : 'failed'}`)
  }
  took[kind].push(performance.now() - began)
}
