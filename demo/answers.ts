// What the scripted models of the demo say: answers to its questions, and an honest sentence for all others.

interface Answer {
  /** Matches the question. */
  to: RegExp
  text: string
  /** What models with these names say instead. */
  of?: Readonly<Record<string, string>>
  title: string
  /** What a model that reasons shows before its answer. */
  reasoning?: string
}

const ANSWERS: readonly Answer[] = [
  {
    to: /hotel|night/i,
    title: 'Hotel costs on business trips',
    text: `A night in a hotel is refunded **up to 110 €**, in Berlin, Hamburg and Munich **up to 145 €** [1]. Breakfast is part of the daily allowance, so a room with breakfast reduces it by 20 % [1].

For your two nights in Hamburg that means:

| | refunded |
|---|---:|
| two nights at 142 € | 284 € |
| day of arrival and day of departure | 30 € |
| **together** | **314 €** |

Hand in the receipts within six weeks after the trip [1].`,
  },
  {
    to: /compare|bids|vergleich/i,
    title: 'Three bids for street lighting',
    text: `**I recommend Energie Nord: it uses the least energy, which pays for its higher price in about six years.**

| Bidder | Price | kWh a year | Points |
|---|---:|---:|---:|
| Energie Nord | 531,700 € | 149,800 | **95.3** |
| Brückner Elektro | 512,400 € | 161,000 | 92.6 |
| Voltaris | 489,900 € | 174,500 | 91.5 |

Points follow the award rules: price 60 %, energy 25 %, warranty 15 %. For the price,

$$P = 60 \\cdot \\frac{p_{min}}{p}$$

Before the award, ask Energie Nord about its delivery of 22 weeks [1].`,
    of: {
      'mistral-small': `**Energie Nord** has the most points, **Voltaris** the lowest price.

1. **Energie Nord**, 531,700 €: 149,800 kWh a year, 15 years of warranty, but 22 weeks until delivery [1].
2. **Brückner Elektro**, 512,400 €: the shortest delivery, 14 weeks [1].
3. **Voltaris**, 489,900 €: the cheapest, with the shortest warranty [1].

> The work must end in October 2027. Ask Energie Nord to confirm that 22 weeks are enough.

My recommendation: Energie Nord, if it confirms the dates; else Brückner Elektro.`,
      qwen3: `Over the fifteen years of use, energy counts more than the price. At 0.28 € per kWh:

| Bidder | Energy | With price |
|---|---:|---:|
| Energie Nord | 629,160 € | **1,160,860 €** |
| Brückner Elektro | 676,200 € | 1,188,600 € |
| Voltaris | 732,900 € | 1,222,800 € |

**Energie Nord is the cheapest in the end**, by 27,740 € [1]. It also leads by the points of the award rules.

The price of energy is my assumption: the specification names none.`,
    },
  },
  {
    to: /sql|query|abfrage/i,
    title: 'Cheapest bid for each lot',
    text: `This query returns the cheapest valid bid for each lot:

\`\`\`sql
SELECT DISTINCT ON (lot) lot, bidder, price
FROM bids
WHERE valid AND price > 0
ORDER BY lot, price;
\`\`\`

\`DISTINCT ON\` keeps the first row of each lot, so the order decides. An index on \`(lot, price)\` lets PostgreSQL skip the sort.`,
  },
  {
    to: /letter|resident|brief|anwohner/i,
    title: 'Letter about the road works',
    text: `Dear residents of Lindenstraße,

from **4 May to 12 June 2027** we renew the street lighting in your street. What this means for you:

- **Parking:** two spaces near each pole stay free on the day of the work. Signs tell you three days before.
- **Power:** your supply is not interrupted.
- **Light:** the new lamps are warmer (3,000 K) and dim after 22:00.

If you have questions, call us on weekdays from 8:00 to 16:00.

Kind regards
City Works of Lindenau`,
  },
  {
    to: /tagegeld|reise|dienstreise/i,
    title: 'Tagegeld bei Dienstreisen',
    text: `Bei mehr als **8 Stunden** Abwesenheit stehen Ihnen **15 €** Tagegeld zu, bei **24 Stunden 30 €** [1]. Am An- und Abreisetag mit Übernachtung sind es je 15 € [1].

Bezahlt jemand anderes eine Mahlzeit, sinkt das Tagegeld: Frühstück um 20 %, Mittag- und Abendessen um je 40 % [1].`,
  },
  {
    to: /warranty|frost|colour|kelvin/i,
    title: 'Requirements of the lighting',
    reasoning:
      'The specification names a colour temperature for two kinds of streets, so I have to tell them apart. The warranty differs between luminaires and control, too. ',
    text: `Along the river **2,200 K at most** are allowed, in residential streets **3,000 K** [1]. The warranty is **ten years on luminaires** and five years on the control [1].`,
  },
]

const UNKNOWN = `This is a scripted model of the demo: it knows a few questions about the town of Lindenau and makes no text of its own. Connect a real model under **Administration → Models**, for example an Ollama on this machine, and ask again.`

interface Message {
  readonly role?: string
  readonly content?: unknown
}

/** Returns how a scripted model answers the body of a chat request. */
export function answerTo(body: Record<string, unknown>): { text: string; think: number } {
  const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as readonly Message[]
  const textOf = (role: string) =>
    messages.findLast((message) => message.role === role && typeof message.content === 'string')?.content as
      | string
      | undefined
  const asked = textOf('user') ?? ''
  const isTitle = textOf('system')?.startsWith('Write a title') ?? false
  if (/"passed"/.test(textOf('system') ?? asked))
    return { text: '{"passed": true, "reason": "The answer names the amount and its source."}', think: 0 }
  // Passages of documents come before the question.
  const question = isTitle ? asked : (asked.split('</passage>').at(-1) ?? asked)
  const answer = ANSWERS.find(({ to }) => to.test(question))
  if (isTitle) return { text: answer?.title ?? 'Conversation with a scripted model', think: 0 }
  if (!answer) return { text: UNKNOWN, think: 0 }
  const family = Object.keys(answer.of ?? {}).find((name) => String(body['model']).startsWith(name))
  const text = answer.of?.[family ?? ''] ?? answer.text
  const { reasoning = '' } = answer
  const cited = asked.includes('</passage>') ? text : text.replaceAll(/ \[\d+\]/g, '')
  return { text: reasoning + cited, think: reasoning.split(' ').length - 1 }
}
