// Makes the browser read its tables of dates, numbers and plurals beside the page. The first use of any of them costs 30 to 80 ms,
// whoever makes it, and the whole process has them then; the page's own thread has enough to do before a chat can be used.
// early.js begins it, with the language of the page as its name. What is made here is what src/lib/format.ts makes.
const locale = self.name === 'en' ? 'en-GB' : self.name
new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(0)
new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(0)
new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(1)
new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day')
new Intl.PluralRules(self.name).select(1)
self.close()
