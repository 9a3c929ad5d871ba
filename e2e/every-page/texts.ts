// Questions and answers of the test data: tables, code, formulas, long words.

export const DESCRIPTION =
  'Normal- und Schnellladepunkte an neun Standorten, zwei Lose, Vergabe im zweiten Quartal.'

export const FIRST =
  'Vergleiche die drei Angebote für Los 2 nach Preis, Lieferzeit und Eichrechtskonformität.'
export const SECOND = 'Als Tabelle, bitte, mit dem günstigsten Angebot zuerst.'
export const COMPARED = 'Darf ohne neues Verfahren vergeben werden, wenn kein Angebot wertbar ist?'
export const CODE_QUESTION = 'Eine Abfrage, die je Los das günstigste wertbare Angebot liefert.'
export const THOUGHT_QUESTION = 'Ist der Prüfbericht für die Schnellladepunkte ausreichend?'

export const PROSE = `Nur **Brückner Elektrotechnik** erfüllt alle Anforderungen des Leistungsverzeichnisses. Die beiden anderen Angebote sind aus folgenden Gründen nicht wertbar:

1. *Voltaris* bietet Ladepunkte ohne gültige Baumusterprüfbescheinigung an (§ 8 Abs. 4 des Vertragsentwurfs).
2. *Energie Nord* überschreitet die Lieferzeit um elf Wochen.

> Die Bindefrist endet am 30. April. Eine Verlängerung bedarf der Zustimmung aller Bieter.

Einzelheiten stehen in der [Vergabeordnung](https://example.org/vergabe) und im Feld \`eichrecht\` der Auswertung.`

export const TABLE = `Das günstigste Angebot steht oben.

| Bieter | Preis | Lieferzeit | Eichrecht |
|---|---:|---:|---|
| Brückner Elektrotechnik | 1.284.500 € | 14 Wochen | vollständig |
| Voltaris | 1.301.250 € | 16 Wochen | Bescheinigung fehlt |
| Energie Nord Ladeinfrastrukturgesellschaft | 1.377.900 € | 27 Wochen | vollständig |

- [x] Preise geprüft
- [ ] Nachforderung an Voltaris versendet`

export const CODE = `Die Abfrage ordnet je Los nach dem Preis:

\`\`\`sql
-- Das günstigste wertbare Angebot je Los
SELECT DISTINCT ON (los) los, bieter, preis
FROM angebote
WHERE wertbar = true AND preis > 0
ORDER BY los, preis;
\`\`\`

Die Preispunkte folgen aus $P = 100 \\cdot \\frac{p_{min}}{p}$, insgesamt

$$
W = 0{,}6 \\cdot P + 0{,}4 \\cdot Q
$$

\`\`\`mermaid
graph LR
  Eingang --> Prüfung --> Zuschlag
\`\`\``

export const THOUGHT = `Zuerst ist zu klären, welche Bauart geprüft wurde. Der Bericht nennt Wechselstrom-Ladepunkte, das Los verlangt aber Gleichstrom. Die Messgenauigkeit wurde nur bis 22 kW belegt, gefordert sind 150 kW. Ein zweiter Bericht liegt nicht bei, also reicht er vermutlich nicht.

Nein. Der Prüfbericht deckt nur Wechselstrom bis 22 kW ab; für die Schnellladepunkte mit 150 kW fehlt der Nachweis der Messgenauigkeit.`

const REPORT = 'Bieter;Preis;Lieferzeit\nBrückner;1284500;14\nVoltaris;1301250;16\n'

export const FILES = [
  {
    name: 'Eichrechtskonformität Ladepunkte Prüfbericht.txt',
    mime_type: 'text/plain',
    base64: Buffer.from(REPORT).toString('base64'),
  },
  {
    name: 'Vertragsentwurf.md',
    mime_type: 'text/markdown',
    base64: Buffer.from('# § 8 Eichrecht\n\nDer Bieter legt die Bescheinigung vor.').toString('base64'),
  },
]

export const PEOPLE = [
  ['Miriam', 'Bäcker-Yıldız'],
  ['Елена', 'Димитрова'],
  ['Maximiliane', 'von und zu Hohenlohe-Waldenburg-Schillingsfürst'],
  ['Tomasz', 'Wiśniewski'],
  ['Lê', 'Thị Hương'],
] as const

/** Roles of the people above. */
export const ROLES = [3, 8, 4, 6, 4] as const

/** To a page, to another site, and to a project that does not exist. */
export const BOOKMARKS = [
  {
    title: 'Fragen und Antworten zur Datenschutz-Folgenabschätzung der Videoüberwachung am Betriebshof',
    uri: '/help',
  },
  { title: 'Vergabemarktplatz', uri: 'https://vergabe.example.org/bekanntmachungen?region=nord' },
  { title: 'Altes Projekt', uri: '/projects/999999' },
]
