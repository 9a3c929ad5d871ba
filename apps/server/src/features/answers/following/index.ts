export { finished, remoteReader, stopAnswer, untilEnded } from './endings.ts'
export { followLive, followRemote, replayFinished } from './follower.ts'
export { stillReading } from './readers-store.ts'
export { openReaders, type Readers } from './readers.ts'
