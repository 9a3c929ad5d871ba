// Connects the page of a plugin with Polylogue. Copy this file into your plugin; docs/plugins.md describes the messages.
const polylogue = (() => {
  const waiting = new Map()
  const listeners = new Set()
  let port
  let last = 0

  const send = (message) => port.postMessage(JSON.stringify(message))

  function hear({ data }) {
    const message = JSON.parse(data)
    if (message.type === 'welcome' || message.type === 'facts') {
      for (const listener of listeners) listener(message)
      return message
    }
    const call = waiting.get(message.id)
    if (!call) return undefined
    if (message.type === 'piece') return call.onPiece(message.event)
    waiting.delete(message.id)
    if (message.type === 'reply') call.resolve(message)
    else call.reject(Object.assign(new Error(message.sentence), { code: message.code }))
    return undefined
  }

  // Polylogue sends one port when the page has loaded. All that follows goes through it.
  const ready = new Promise((resolve) => {
    addEventListener('message', function take({ source, data, ports }) {
      if (source !== parent || data !== 'polylogue' || !ports[0]) return
      removeEventListener('message', take)
      port = ports[0]
      port.onmessage = (event) => {
        const message = hear(event)
        if (message?.type === 'welcome') resolve(message)
      }
      send({ type: 'ready' })
    })
  })

  /** Makes a call of the API, such as call('tabs.list', { params: { id: 5 } }). `me` stands for the person's id. */
  async function call(name, { onPiece = () => undefined, ...request } = {}) {
    await ready
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, onPiece })
      send({ type: 'call', id, call: name, ...request })
    })
  }

  return {
    /** Resolves with theme, language, readOnly, scopes and limits. */
    ready,
    /** Calls a function at the beginning and whenever theme, language or read-only mode change. */
    onFacts: (listener) => listeners.add(listener),
    call,
    /** Asks a model in a new chat; `onText` gets the pieces of the answer. Resolves with the whole text. */
    async ask(prompt, { name = 'Plugin', language = 'en', onText = () => undefined } = {}) {
      const { project } = (await call('projects.create', { body: { name, type: 0 } })).data
      const { projecttab: tab } = (await call('tabs.create', { params: { id: project.id }, body: { name } }))
        .data
      let text = ''
      let failure
      const onPiece = (event) => {
        if (event.type === 'error') failure = event.errorMessage
        if (event.type !== 'text') return
        text += event.text
        onText(event.text)
      }
      await call('answers.stream', {
        params: { id: tab.defaultModelTagId },
        body: { prompt, projectTabId: tab.id, language },
        onPiece,
      })
      if (failure !== undefined) throw new Error(failure)
      return text
    },
  }
})()
