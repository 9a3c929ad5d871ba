// Connects the page of a plugin with Polylogue. Copy this file into your plugin; docs/plugins.md describes the messages.
class Polylogue {
  #port
  #last = 0
  #waiting = new Map()
  #listeners = new Set()
  /** Resolves with theme, language, readOnly, scopes and limits. */
  ready

  constructor() {
    // Polylogue sends one port when the page has loaded. All that follows goes through it.
    this.ready = new Promise((resolve) => {
      const take = ({ source, data, ports }) => {
        if (source !== parent || data !== 'polylogue' || !ports[0]) return
        removeEventListener('message', take)
        this.#port = ports[0]
        this.#port.onmessage = (event) => this.#hear(JSON.parse(event.data), resolve)
        this.#send({ type: 'ready' })
      }
      addEventListener('message', take)
    })
  }

  #send(message) {
    this.#port.postMessage(JSON.stringify(message))
  }

  #hear(message, welcomed) {
    const call = this.#waiting.get(message.id)
    if (message.type === 'welcome' || message.type === 'facts') {
      for (const listener of this.#listeners) listener(message)
      if (message.type === 'welcome') welcomed(message)
    } else if (message.type === 'ping') this.#send({ type: 'pong' })
    else if (message.type === 'piece') call?.onPiece(message.event)
    else if (call) {
      this.#waiting.delete(message.id)
      if (message.type === 'reply') call.resolve(message)
      else call.reject(Object.assign(new Error(message.sentence), { code: message.code }))
    }
  }

  /** Calls a function at the beginning and whenever theme, language or read-only mode change. */
  onFacts(listener) {
    this.#listeners.add(listener)
  }

  /** Makes a call of the API, such as call('tabs.list', { params: { id: 5 } }). `me` stands for the person's id. */
  async call(name, { onPiece = () => undefined, ...request } = {}) {
    await this.ready
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onPiece })
      this.#send({ type: 'call', id, call: name, ...request })
    })
  }

  /** Asks a model in a new chat; `onText` gets the pieces of the answer. Resolves with the whole text. */
  async ask(prompt, { name = 'Plugin', language = 'en', onText = () => undefined } = {}) {
    const { project } = (await this.call('projects.create', { body: { name, type: 0 } })).data
    const request = { params: { id: project.id }, body: { name } }
    const { projecttab: tab } = (await this.call('tabs.create', request)).data
    let text = ''
    let failure
    const onPiece = (event) => {
      if (event.type === 'error') failure = event.errorMessage
      if (event.type !== 'text') return
      text += event.text
      onText(event.text)
    }
    const body = { prompt, projectTabId: tab.id, language }
    await this.call('answers.stream', { params: { id: tab.defaultModelTagId }, body, onPiece })
    if (failure !== undefined) throw new Error(failure)
    return text
  }
}

globalThis.polylogue = new Polylogue()
