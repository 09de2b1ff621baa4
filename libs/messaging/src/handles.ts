import { MessagePattern } from '@nestjs/microservices';
import { operations, type OperationId } from '@vedette/contract';

/** Marks the method that answers an operation of the contract. */
export function Handles(id: OperationId): MethodDecorator {
  return MessagePattern(operations[id].subject);
}
