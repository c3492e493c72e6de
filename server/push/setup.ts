import type { Feature, NodeBase } from '../feature.ts';
import type { KeyStore } from '../secrets/key-store.ts';
import { pushCalls } from './calls.ts';
import type { Post } from './post.ts';
import { createPushes } from './pushes.ts';
import type { SendPush } from './send-push.ts';

interface PushFeature extends Feature {
  readonly send: SendPush;
}

interface PushNeeds {
  readonly keys: KeyStore;
  /** For tests: replaces the request to push services. */
  readonly post: Post | undefined;
}

export async function setUpPush(node: NodeBase, needs: PushNeeds): Promise<PushFeature> {
  const pushes = await createPushes({ ...node, ...needs });
  return {
    send: pushes.send,
    calls: (app) => pushCalls(app, { pushes, limits: node.limits }),
    close: pushes.close,
  };
}
