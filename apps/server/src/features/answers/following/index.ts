// Streaming answers while they are made and afterwards, in this or another process; and stopping them.
export { finished, remoteReader, stopAnswer, untilEnded } from './endings.ts'
export { followLive, followRemote, replayFinished } from './follower.ts'
export { stillReading } from './readers-store.ts'
export { openReaders, type Readers } from './readers.ts'
