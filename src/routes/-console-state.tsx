import { Link, useLocation } from '@tanstack/react-router';
import { type LinkState, useLinkState, useServerNow } from '../link/link-state.ts';
import { useRead } from '../link/reads.ts';
import { Badge } from '../ui/badge/badge.tsx';
import { LinkLight } from '../ui/link-light/link-light.tsx';
import { LINK_WORDS, type LinkStateName } from '../ui/link-light/link-words.ts';
import { Notice } from '../ui/notice/notice.tsx';
import { meshState } from '../ui/shell/mesh-state.ts';
import { linkSince } from './-link-since.ts';

/**
 * The parts of the shell that move with every message: apart from it, so that they alone are drawn again.
 */
const AGES_EVERY_MS = 1000;

/** The header's light and badge. */
export function ConsoleState() {
  const link = useLinkState();
  const now = useServerNow(AGES_EVERY_MS);
  const { data, age } = useRead('connections');
  const mesh = meshState(data, link.state === 'live' ? age : 'unknown');
  return (
    <>
      <LinkLight state={nameOf(link)} at={linkSince(link)} now={now} mesh={mesh.sentence} />
      <Badge tone={mesh.tone}>{mesh.word}</Badge>
    </>
  );
}

function nameOf({ state, role }: LinkState): LinkStateName {
  return state === 'live' && role === 'following' ? 'elsewhere' : state;
}

/** Said over the screen while this screen cannot have news. */
export function ConsoleNotice() {
  const { state } = useLinkState();
  const { href } = useLocation();
  if (state !== 'refused' && state !== 'offline') return null;
  const { tone, sentence } = LINK_WORDS[state];
  const signIn = (
    <Link to="/login" search={{ redirect: href }}>
      Sign in
    </Link>
  );
  return (
    <Notice tone={tone} action={state === 'refused' ? signIn : undefined}>
      {sentence}
    </Notice>
  );
}
