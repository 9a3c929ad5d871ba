// Answers for comparing documents with the page.
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../ui/markdown/answers/', import.meta.url)

/** Answers as models write them, in many scripts: letters, code, lists, formulas. */
export const RECORDED = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').split('%%%\n'))
  // The first two lines say what the page makes of it.
  .map((entry) => entry.split('\n').slice(2).join('\n'))
  // Pictures and footnotes are shown otherwise in a document.
  .filter((answer) => answer.trim() !== '' && !/!\[|\[\^/.test(answer))

/** What is in files of other people: each kind once, in our own words. */
export const KINDS: readonly (readonly [kind: string, answer: string])[] = [
  [
    'nested lists, tasks, quotations',
    '# Titel\n\n1. Eins\n   - Unter\n     1. Tief\n\n     Weiter\n2. Zwei\n\n- [x] fertig\n- [ ] offen\n\n> Zitat\n> - Punkt\n>\n> > tiefer',
  ],
  [
    'tables with bars, breaks and formulas',
    '| Bieter \\| Los | Preis |\n|---|--:|\n| **Brückner**<br>`a\\|b` | 1.284.500 € |\n| $a | b$ | x |\n\nUnd „Gänsefüßchen“, z. B. § 41 — Ende.',
  ],
  ['a huge table', `| A | B |\n|---|---|\n${'| left cell | right cell |\n'.repeat(300)}`],
  [
    'Bulgarian, code with tabs, Arabic, Chinese',
    'Оферта № 7: „кавички“ и дата 9 ноември 2026 г.\n\n```sql\nSELECT  a,\tb\n\nFROM c -- край\n```\n\nمرحبا بالعالم\n\n你好，**世界。**下',
  ],
  [
    'right to left',
    '# כותרת\n\n- פריט **ראשון** with English\n- ‏(نقطة) 12\n\n| اسم | 3 |\n|---|---|\n| ب | 4 |',
  ],
  [
    'HTML',
    '<div align="center">\n  <b>Name</b> <!-- note -->\n</div>\n\n<details><summary>More</summary>\n\nHidden *text* &amp; &copy;\n\n</details>',
  ],
  [
    'reference links',
    'See [the law][1], [law] and [other].\n\n- [law]\n\n  [law]: https://a.example/x "T"\n\n[1]: https://b.example\n</div>\n  [other]: https://c.example',
  ],
  ['admonitions', '!!! note "Title"\n\n    Indented text\n\n> [!WARNING]\n> Careful.\n\n:::tip\nInner\n:::'],
  ['front matter and rules', '---\ntitle: A page\n---\n\nText\n***\nMore  \nbreak\\\nagain'],
  [
    'addresses',
    'https://a.example/x?y=1, <mail@a.example> and www.b.example. [a.example](https://evil.example)',
  ],
]
