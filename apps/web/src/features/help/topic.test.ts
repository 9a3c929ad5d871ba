import { expect, test } from 'vitest'
import { topicOf } from './topic.ts'

test('parses a topic into its title, introduction and sections with ids', () => {
  expect(topicOf('# Tabs\n\nA tab is.\n\n## Change the order of tabs\n\nDrag it.\n')).toEqual({
    title: 'Tabs',
    sections: [
      { id: '', heading: '', text: 'A tab is.' },
      { id: 'change-the-order-of-tabs', heading: 'Change the order of tabs', text: 'Drag it.' },
    ],
  })
})
