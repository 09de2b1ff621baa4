import { MessagePattern } from '@nestjs/microservices';
import { servedOperations, type InternalRequest, type OperationId } from '@vedette/contract';

/** Marks the method that answers an operation, in both contracts. */
export function Handles(id: OperationId): MethodDecorator {
  return MessagePattern(servedOperations[id].subject);
}

/** Marks the method that answers a request of another service. */
export function Answers(request: Pick<InternalRequest<unknown, unknown>, 'subject'>): MethodDecorator {
  return MessagePattern(request.subject);
}
