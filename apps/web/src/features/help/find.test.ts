import { expect, test } from 'vitest'
import { findTopics, summaryOf } from './find.ts'
import { readRoutes } from './routes.ts'
import { topicOf } from './topic.ts'

const topics = [
  topicOf('# Вградени теми\n\nТекст за изглед.\n\n## Свой цвят\n\nИзберете цвят.\n'),
  topicOf('# Modelle\n\nÜber *Modelle*. Zweiter Satz.\n\n## Größe\n\nEin Modell hat eine Größe.\n'),
  topicOf(
    '# Tabs\n\nEin Tab nutzt ein Modell.\n\n## Größe ändern\n\nZiehen Sie.\n\n## Modell\n\nWählen Sie.\n',
  ),
]
const titles = (typed: string) => findTopics(topics, typed).map(({ topic }) => topic.title)

test.each([
  ['', ['Вградени теми', 'Modelle', 'Tabs']],
  ['  ', ['Вградени теми', 'Modelle', 'Tabs']],
  ['modell', ['Modelle', 'Tabs']],
  ['GRÖSSE', ['Modelle', 'Tabs']],
  ['GRÖßE', ['Modelle', 'Tabs']],
  ['grosse', ['Modelle', 'Tabs']],
  ['größe ziehen', ['Tabs']],
  ['ЦВЯТ', ['Вградени теми']],
  ['tab', ['Tabs']],
  ['nirgends', []],
])('“%s” finds %j', (typed, expected) => expect(titles(typed)).toEqual(expected))

test('results name the matching sections', () => {
  expect(findTopics(topics, 'größe').map(({ sections }) => sections.map(({ id }) => id))).toEqual([
    ['größe'],
    ['größe-ändern'],
  ])
})

test('the summary is the first sentence, without Markdown', () => {
  expect(summaryOf(topics[1]!)).toBe('Über Modelle.')
  expect(summaryOf(topicOf('# x\n\n## a\n\nSee [this](/help/tabs), now\n'))).toBe('See this, now')
})

test('reads only valid topics from the list of topics', () => {
  expect(readRoutes({ topics: [{ name: 'tabs', related: ['models', 3] }, { related: [] }, 'x'] })).toEqual([
    { name: 'tabs', related: ['models'] },
  ])
  expect(readRoutes([])).toEqual([])
})
