/** The place of a key in the order: a ring, so that moving it to the end costs the same whatever waits. */
class Place<Work> {
  readonly key: string
  readonly works: Work[] = []
  before: Place<Work> = this
  after: Place<Work> = this

  constructor(key: string) {
    this.key = key
  }

  moveBefore(other: Place<Work>): void {
    this.leave()
    this.before = other.before
    this.after = other
    other.before.after = this
    other.before = this
  }

  leave(): void {
    this.before.after = this.after
    this.after.before = this.before
  }
}

/**
 * Waiting work by key, such as a person or a sender. Keys take turns: the next one is that which was served longest ago, or came
 * first. The work of one key keeps its order. The limits are the caller's.
 */
export class FairOrder<Work> {
  readonly #places = new Map<string, Place<Work>>()
  /** Between the last place and the first. */
  readonly #end = new Place<Work>('')
  #size = 0

  /** The amount of waiting work. */
  get size(): number {
    return this.#size
  }

  /** Returns how much work of a key waits. */
  waitingOf(key: string): number {
    return this.#places.get(key)?.works.length ?? 0
  }

  add(key: string, work: Work): void {
    this.#placeOf(key).works.push(work)
    this.#size++
  }

  /**
   * Removes and returns the next work that may begin, and moves its key to the end. Looks at the first work of each key only.
   * `mayPass`: whether later keys may be served before one that may not begin; default always.
   */
  takeNext(mayBegin: (work: Work) => boolean, mayPass?: (work: Work) => boolean): Work | undefined {
    const place = this.#next(mayBegin, mayPass)
    const work = place?.works.shift()
    if (!place || work === undefined) return undefined
    this.#size--
    if (place.works.length > 0) place.moveBefore(this.#end)
    else this.forget(place.key)
    return work
  }

  /** Returns the same work, which goes on waiting. */
  next(mayBegin: (work: Work) => boolean): Work | undefined {
    return this.#next(mayBegin)?.works[0]
  }

  /** Removes work that no longer waits; its key keeps its place until `forget`. Returns whether it waited. */
  remove(key: string, work: Work): boolean {
    const works = this.#places.get(key)?.works ?? []
    const at = works.indexOf(work)
    if (at < 0) return false
    works.splice(at, 1)
    this.#size--
    return true
  }

  /** Moves a key to the end, also one without waiting work: it keeps this place until `forget`. */
  toTheEnd(key: string): void {
    this.#placeOf(key).moveBefore(this.#end)
  }

  /** Forgets the place of a key without waiting work. */
  forget(key: string): void {
    const place = this.#places.get(key)
    if (!place || place.works.length > 0) return
    place.leave()
    this.#places.delete(key)
  }

  #next(mayBegin: (work: Work) => boolean, mayPass?: (work: Work) => boolean): Place<Work> | undefined {
    for (let place = this.#end.after; place !== this.#end; place = place.after) {
      const work = place.works[0]
      if (work === undefined) continue
      if (mayBegin(work)) return place
      if (mayPass?.(work) === false) return undefined
    }
    return undefined
  }

  #placeOf(key: string): Place<Work> {
    const known = this.#places.get(key)
    if (known) return known
    const place = new Place<Work>(key)
    place.moveBefore(this.#end)
    this.#places.set(key, place)
    return place
  }
}
