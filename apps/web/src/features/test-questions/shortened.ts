/** Characters of a question in labels and questions. */
const SHORT = 80

export const shortened = (q: string): string => (q.length <= SHORT ? q : `${q.slice(0, SHORT)}…`)
