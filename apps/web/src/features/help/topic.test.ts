import { expect, test } from 'vitest'
import { topicOf } from './topic.ts'

test('a topic has its title, a beginning and sections with the ids that sources name', () => {
  expect(topicOf('# Tabs\n\nA tab is.\n\n## Change the order of tabs\n\nDrag it.\n')).toEqual({
    title: 'Tabs',
    sections: [
      { id: '', heading: '', text: 'A tab is.' },
      { id: 'change-the-order-of-tabs', heading: 'Change the order of tabs', text: 'Drag it.' },
    ],
  })
})
