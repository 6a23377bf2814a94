package dev.snowflakeid.examples.orders;

import dev.snowflakeid.IdGenerationException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What went wrong, as {@code application/problem+json}. */
@RestControllerAdvice
class Problems {

  @ExceptionHandler
  ProblemDetail badRequest(BadRequestException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  @ExceptionHandler
  ProblemDetail badRequest(HttpMessageNotReadableException e) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.BAD_REQUEST, "an order is {customer, lines: [{product, quantity, price}]}");
  }

  /** Two first orders of one new customer at once. */
  @ExceptionHandler
  ProblemDetail conflict(DataIntegrityViolationException e) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.CONFLICT, "another request was faster; try again");
  }

  @ExceptionHandler({
    IdGenerationException.class,
    CannotCreateTransactionException.class,
    DataAccessResourceFailureException.class
  })
  ResponseEntity<ProblemDetail> unavailable(Exception e) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.SERVICE_UNAVAILABLE, "the database does not answer; try again");
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(problem);
  }
}
