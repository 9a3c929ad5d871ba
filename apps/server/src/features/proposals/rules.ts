import type { PromptProposal } from '@polylogue/contract'

/** Draws up to `count` random proposals, one of each category before a second of any. `random` returns 0 up to 1. */
export function draw(all: readonly PromptProposal[], count: number, random: () => number): PromptProposal[] {
  const rounds = new Map<string, number>()
  return shuffled(all, random)
    .map((proposal) => {
      const round = rounds.get(proposal.category) ?? 0
      rounds.set(proposal.category, round + 1)
      return { proposal, round }
    })
    .toSorted((one, other) => one.round - other.round)
    .slice(0, count)
    .map(({ proposal }) => proposal)
}

/** Number of questions that an external service gets. */
const FIXED = 4

/** Returns the fixed questions: the first one of each of the first four categories. */
export const fixedOf = (all: readonly PromptProposal[]): PromptProposal[] =>
  all
    .filter(({ category }, at) => all.findIndex((other) => other.category === category) === at)
    .slice(0, FIXED)

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
