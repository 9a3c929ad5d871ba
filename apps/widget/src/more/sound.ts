import type { More } from '../more.ts'

/** Plays two short tones when an answer to a question of this page has ended: browsers allow it once the visitor has typed. */
export const ended: More['ended'] = (turn, look) => {
  if (look.sound && turn.isNew && turn.state === 'done') chime()
}

function chime(): void {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = 0.04
  volume.connect(audio.destination)
  for (const [start, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(audio.currentTime + start)
    tone.stop(audio.currentTime + start + 0.1)
  }
  setTimeout(() => void audio.close(), 1_000)
}
