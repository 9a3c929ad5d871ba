// A user imports the maximum at once: 20 million characters (LIMIT-4).
import { counted, type Attack } from './attack.ts'
import { headersOf, openSite } from './site.ts'

const WORDS = 'Angebot Beleuchtung Leuchte Strategie measure weigh decide ground quarter'.split(' ')

/** Returns a text of that many characters, with different words. */
const longText = (letters: number, seed: number) => {
  const parts: string[] = []
  for (let length = 0, index = seed; length < letters; index++) {
    const word = `${WORDS[index % WORDS.length]}${(index * 7919) % 99_991}`
    parts.push(word)
    length += word.length + 1
  }
  return parts.join(' ').slice(0, letters)
}

export const largeImport: Attack = {
  what: 'one person imports 255 turns of 78,000 letters, 19.9 million in all',
  open: () => openSite(),
  async run({ product, attacker }, told) {
    const turns = Array.from({ length: 255 }, (_, index) => ({
      queryText: longText(39_000, index),
      responseText: longText(39_000, index + 1_000),
    }))
    const began = performance.now()
    const reply = await fetch(`${product.url}/api/v1/projects/import`, {
      method: 'POST',
      headers: headersOf(attacker),
      body: JSON.stringify({ name: 'Many', chats: [{ name: 'One', turns }] }),
    })
    const text = await reply.text()
    told(`the import: ${counted([reply.status])} after ${Math.round(performance.now() - began)} ms`)
    // A rejected import measures nothing.
    if (reply.status !== 201) return [`the import answered ${reply.status} ${text.slice(0, 200)}`]
    // The import is indexed later: the other user continues meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    return []
  },
}
