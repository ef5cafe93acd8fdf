import { callRoom } from './callRoom';
import type { ChatReply } from './provider';

/** A reply with what its response's headers say of the room that is left. */
export function withRoom(reply: ChatReply, headers: Pick<Headers, 'get'>): ChatReply {
  const room = callRoom(headers, Date.now());
  return room === undefined ? reply : { ...reply, room };
}
