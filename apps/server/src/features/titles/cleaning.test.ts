import { expect, test } from 'vitest'
import { titleOf } from './cleaning.ts'

const asked = { question: 'Что стоит? What does it cost? 多少', answer: '' }

test.each([
  ['Heat pump costs', 'Heat pump costs'],
  ['  "Heat pump costs."\n', 'Heat pump costs'],
  ['**Title:** „Heizkosten im Vergleich“', 'Heizkosten im Vergleich'],
  ['# Заглавие: Разходи за отопление', 'Разходи за отопление'],
  ['Chat title: Heat pumps', 'Heat pumps'],
  ['标题：《热泵费用》', '热泵费用'],
  ['<think>They ask about heat.\nTitle: Wrong</think>\n\nHeat pumps', 'Heat pumps'],
  ['[THINK]Wrong[/THINK]Heat pumps', 'Heat pumps'],
  [
    '<|channel|>analysis<|message|>Wrong<|end|><|start|>assistant<|channel|>final<|message|>Heat pumps',
    'Heat pumps',
  ],
  ['<think>Unfinished', undefined],
  ['Sure! Here is a title:\n\n**Heat pumps**', 'Heat pumps'],
  ['Sure, here is a title for it: "Heat pumps"', 'Heat pumps'],
  ['Hier ist ein Titel: Heizkosten', 'Heizkosten'],
  ['Titel: Wärmepumpe: Kosten', 'Wärmepumpe: Kosten'],
  ['```\nHeat pumps\n```', 'Heat pumps'],
  ['```json\n{"title": "Heat pumps"}\n```', 'Heat pumps'],
  ['<title>Heat pumps</title><|im_end|>', 'Heat pumps'],
  ['1. Heat pumps\n2. Costs of heat', 'Heat pumps'],
  ['[Heat pumps](https://example.org)', 'Heat pumps'],
  ['Heat pump costs. Let me know if you need another!', 'Heat pump costs'],
  ['St. Moritz and Node.js', 'St. Moritz and Node.js'],
  ['What is a heat pump?', 'What is a heat pump?'],
  ["I'm sorry, but I cannot do that.", undefined],
  ['Leider kann ich das nicht.', undefined],
  ['One two three four five six seven eight', 'One two three four five six'],
  ['Costs and savings of heat pumps with the state’s money', 'Costs and savings of heat pumps'],
  ['Ways of heating a house with gas', 'Ways of heating a house'],
  ['This is a whole sentence in place of a title for the chat', undefined],
  ['\u202eevil\u0007 title', 'evil title'],
  ['请比较第二批的投标'.repeat(20), '请比较第二批的投标'.repeat(20).slice(0, 60)],
  ['تكاليف التدفئة', undefined],
  [`${'Donaudampfschiff'.repeat(3)} fahrtsgesellschaft`, 'Donaudampfschiff'.repeat(3)],
  [`a${'\u0301'.repeat(500)}bc`, `a${'\u0301'.repeat(199)}`],
  [`${'e\u0301'.repeat(60)}f`, 'e\u0301'.repeat(60)],
  ['C++ or Rust?', 'C++ or Rust?'],
  ['Top 10 of 2026', 'Top 10 of 2026'],
  ['--- !!!', undefined],
  ['', undefined],
])('the title in %j is %j', (reply, title) => {
  expect(titleOf(reply, asked)).toBe(title)
})
